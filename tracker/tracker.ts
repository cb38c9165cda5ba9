/** Runs in a visitor's page: tells when it was opened, how long it was looked at, how far it was scrolled, what was clicked, and when it was left. */
(() => {
  type Sent = [seq: number, letter: string, at: number, ...rest: (string | number)[]];
  /** With its visit: a tab may begin another one before the last events of the first are sent. */
  type Kept = { visit: string; sent: Sent };
  type Later = (address: string, options: object) => unknown;
  type Opening = { domInteractive?: number; activationStart?: number };

  const everyMs = 15_000;
  const tickMs = 1_000;
  /** A longer time between two ticks: the machine was asleep. */
  const sleepMs = 5_000;
  const idleMs = 60_000;
  const readingMsPerLetter = 50;
  const longestReadingMs = 120_000;
  const idleEndMs = 1_800_000;
  const longestMs = 86_400_000;
  const maxKept = 200;
  const maxSent = 50;
  /** The server takes 16 KB, and a letter may be three bytes. */
  const maxLetters = 5_000;

  const page = document;
  const token = (page.currentScript as HTMLScriptElement).dataset.visit;
  const browser = navigator as Navigator & { globalPrivacyControl?: boolean };
  if (!token) return;
  const isPrivate = browser.globalPrivacyControl || browser.doNotTrack === "1" || token.endsWith(".p");
  const address = `/_foyer/visits/${token}`;
  const stored = `foyer.${token.split(".")[1]}`;
  const root = page.documentElement;

  let load: string;
  let visit = "";
  let began: number;
  let lastSign: number;
  /** Undefined until the server has answered: of a header that asks for privacy, no script hears. */
  let mayKeep: boolean | undefined;
  let zero: number;
  let seq = 0;
  let kept: Kept[] = [];
  let lookedFrom: number | undefined;
  let tickedAt: number;
  let tickedDate: number;
  let lastInput: number;
  let readingMs: number;
  let depth = 0;
  let toldDepth = -1;
  let hasPressed = false;
  let hasTyped = false;
  let isSending = false;
  let isFailing = false;

  const clock = () => Math.round(performance.now() - zero);
  const chance = () => Math.random().toString(36).slice(2);
  /** Begins with the time, so that the server stores the visits of a day together. */
  const newKey = () => (Date.now().toString(36) + chance() + chance()).slice(0, 26).padEnd(26, "0");
  const note = (letter: string, at: number, ...rest: (string | number)[]) => {
    kept.push({ visit, sent: [seq++, letter, at, ...rest] });
    if (kept.length > maxKept) kept.shift();
  };
  const isOver = () => Date.now() - lastSign > idleEndMs || Date.now() - began > longestMs;

  /** Goes on with the visit of this tab, or begins a new one. */
  const join = () => {
    try {
      if (!visit && !isPrivate) [visit, began, lastSign] = JSON.parse(sessionStorage.getItem(stored) as string);
    } catch {}
    if (!visit || isOver()) {
      closeInterval();
      visit = newKey();
      began = Date.now();
      depth = 0;
      toldDepth = -1;
      measure();
      hasTyped = false;
      note("s", clock(), location.search.slice(0, 2_000), browser.webdriver ? 1 : 0);
    }
    sign();
  };

  const keep = () => {
    try {
      if (mayKeep) sessionStorage.setItem(stored, JSON.stringify([visit, began, lastSign]));
      else if (mayKeep === false) sessionStorage.removeItem(stored);
    } catch {}
  };

  const sign = () => {
    lastSign = Date.now();
    keep();
  };

  const isLooked = () => page.visibilityState === "visible" && page.hasFocus() && clock() - lastInput < idleMs + readingMs;

  const closeInterval = () => {
    if (lookedFrom !== undefined && tickedAt > lookedFrom) note("t", lookedFrom, tickedAt);
    lookedFrom = undefined;
  };

  /** The time since the last tick counts if the page was looked at then. Looking away is a tick, too. */
  const tick = () => {
    const now = clock();
    const date = Date.now();
    if (now - tickedAt > sleepMs || Math.abs(date - tickedDate) > sleepMs) closeInterval();
    tickedDate = date;
    const isOn = isLooked();
    if (lookedFrom !== undefined) tickedAt = now;
    if (!isOn) closeInterval();
    else lookedFrom ??= now;
    tickedAt = now;
  };

  /** Of a tab that is never shown, nobody has seen anything. */
  const measure = () => {
    if (page.visibilityState === "visible")
      depth = Math.max(depth, Math.min(100, Math.round(((scrollY + innerHeight) / root.scrollHeight) * 100)));
  };

  const flush = (isLast?: boolean) => {
    if (isSending && !isLast) return;
    tick();
    // While nothing gets through, time goes on as one interval: hours of it must not push out what was clicked.
    if (!isFailing || isLast) {
      closeInterval();
      if (isLooked()) lookedFrom = clock();
      measure();
      if (depth > toldDepth) note("d", clock(), (toldDepth = depth));
    }
    const first = kept[0]?.visit;
    if (!first) return;
    // What nobody takes, or a machine tells that has slept, is no sign that anybody is still there.
    if (!isOver() && (!isFailing || isLast || isLooked())) sign();
    let count = maxSent;
    let batch: Kept[];
    let body: string;
    do {
      batch = kept.filter((one) => one.visit === first).slice(0, count);
      body = JSON.stringify({ v: first, l: load, n: clock(), e: batch.map(({ sent }) => sent), p: isPrivate ? 1 : 0 });
    } while (body.length > maxLetters && (count >>= 1));
    const options = { method: "POST", body, keepalive: true };
    if (isLast) {
      // Nobody hears the answer to these, so what they send is kept, and sent again if the page comes back.
      try {
        const { fetchLater } = window as unknown as { fetchLater: Later };
        fetchLater(address, { method: "POST", body, activateAfter: 0 });
        return;
      } catch {}
    }
    isSending = true;
    const failed = () => {
      isSending = false;
      isFailing = true;
      if (isLast) browser.sendBeacon?.(address, body);
    };
    try {
      fetch(address, options).then((answer) => {
        isSending = false;
        // What is refused would be refused again; a busy or failing server is asked again.
        isFailing = answer.status >= 429;
        if (answer.ok) {
          mayKeep = !isPrivate && !answer.headers.has("foyer-private");
          keep();
        }
        if (!isFailing) kept = kept.filter((one) => !batch.includes(one));
        if (answer.ok && (kept.length >= count || (kept[0]?.visit ?? first) !== first)) flush();
      }, failed);
    } catch {
      failed();
    }
  };

  const onClick = (event: Event) => {
    const clicked = (event.target as Element).closest<HTMLElement>("a,button,summary");
    // The right button opens a menu.
    if (!clicked || (event as MouseEvent).button > 1) return;
    const part = clicked.closest("[id]");
    const { action = "" } = clicked.dataset;
    const heading = clicked.closest("section")?.querySelector("h1,h2,h3")?.textContent ?? "";
    const label = (clicked.textContent ?? "").trim().slice(0, 200);
    note("c", clock(), action || part?.id || clicked.tagName.toLowerCase(), label, heading.trim().slice(0, 200), action);
  };

  const start = () => {
    // From when there was a page to see, however long this script took to arrive.
    const { domInteractive, activationStart = 0 } = (performance.getEntriesByType("navigation")[0] ?? {}) as Opening;
    zero = Math.max(domInteractive || performance.now(), activationStart);
    load = newKey();
    tickedAt = lastInput = clock();
    tickedDate = Date.now();
    // Not `innerText`, which is as slow as a layout of the whole page.
    const letters = (page.querySelector("main") ?? page.body).textContent.length;
    readingMs = Math.min(longestReadingMs, (readingMsPerLetter * (letters * innerHeight)) / root.scrollHeight);
    join();
    if (!kept.length) note("s", clock(), location.search.slice(0, 2_000), browser.webdriver ? 1 : 0);

    const on = (target: EventTarget, types: string, heard: (event: Event) => void) => {
      for (const type of types.split(" ")) target.addEventListener(type, heard, { capture: true, passive: true });
    };
    on(window, "pointermove pointerdown keydown wheel touchstart scroll", (event) => {
      // A key that is held down, or that only modifies another one, is no input.
      const { repeat, key } = event as KeyboardEvent;
      if (!event.isTrusted || repeat || /Shift|Control|Alt|Meta/.test(key)) return;
      lastInput = clock();
      if (isOver()) {
        join();
        // At once: the server knows no time before it has heard of a visit.
        flush();
      }
      if (!hasPressed && /down$|start$/.test(event.type)) {
        hasPressed = true;
        note("i", lastInput);
      }
    });
    on(window, "scroll resize", measure);
    on(page, "click auxclick", onClick);
    on(page, "input", (event) => {
      // Ticking a box is a click, of which machines are capable.
      if (hasTyped || !event.isTrusted || (event.target as HTMLInputElement).type === "checkbox") return;
      hasTyped = true;
      note("k", clock());
    });
    on(page, "submit", (event) => {
      const field = page.createElement("input");
      field.type = "hidden";
      field.name = "_visit";
      field.value = `visit_${visit}${isPrivate ? "p" : ""}`;
      (event.target as Element).append(field);
    });
    // Whoever comes back, or is online again, may never hear of what was sent before.
    const sendAgain = () => {
      isSending = false;
      flush();
    };
    const changed = () => {
      if (page.visibilityState === "hidden") return flush(true);
      lastInput = clock();
      join();
      sendAgain();
    };
    on(page, "visibilitychange", () => {
      // The visitor leaves. Whoever comes back goes on with the visit.
      if (page.visibilityState === "hidden" && !isOver()) note("e", clock());
      changed();
    });
    on(window, "pagehide", () => flush(true));
    on(window, "pageshow", changed);
    // A network that comes back is no sign that anybody is there.
    on(window, "online", sendAgain);
    on(window, "focus blur", tick);
    setInterval(tick, tickMs);
    setInterval(() => page.visibilityState === "visible" && flush(), everyMs);
    flush();
  };

  if ((page as Document & { prerendering?: boolean }).prerendering)
    page.addEventListener("prerenderingchange", start, { once: true });
  // In a task of its own: it asks for the layout of the whole page.
  else setTimeout(start);
})();
