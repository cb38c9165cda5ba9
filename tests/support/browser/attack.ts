/** What a page's script knows of the console: where it is, even its key. */
export interface Target {
  api: string;
  key: string;
}

/** The code of a script that tries everything; what came of each try is in `window.tried`. */
export function attackCode(target: Target): string {
  return `(${attack})(${JSON.stringify(target)})`;
}

type Try = () => unknown;

/** Runs in a page. Nothing of the test's own is in reach. */
function attack({ api, key }: Target): void {
  const people = `${api}/v0/persons`;
  const person = JSON.stringify({ name: "Mallory" });
  const keyed = { "x-api-key": key, "content-type": "application/json" };
  const text = async (response: Response) => `${response.status} ${await response.text()}`;
  const event = (target: EventTarget, ...names: string[]) =>
    new Promise((resolve, reject) => {
      for (const name of names) target.addEventListener(name, () => resolve(name));
      target.addEventListener("error", () => reject(new Error("error")));
    });
  const element = (tag: string, properties: object) => Object.assign(document.createElement(tag), properties);
  const attached = (tag: string, properties: object) => {
    const made = element(tag, properties);
    document.body.append(made);
    return made;
  };
  /** Once it is there: what is opened is ours until then. */
  const opened = async (path = "/docs") => {
    const other = window.open(api + path) as Window;
    for (let isOurs = true; isOurs; ) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      try {
        isOurs = other.location.href === "about:blank";
      } catch {
        isOurs = false;
      }
    }
    return other;
  };

  const isAbove = () => parent !== window || "";

  const tries: Record<string, Try> = {
    fetch: () => fetch(people).then(text),
    "fetch with credentials": () => fetch(people, { credentials: "include" }).then(text),
    "fetch with the key": () => fetch(people, { headers: keyed }).then(text),
    "fetch that writes with the key": () => fetch(people, { method: "POST", headers: keyed, body: person }).then(text),
    "fetch without CORS": () => fetch(people, { mode: "no-cors", credentials: "include" }).then(text),
    "fetch that writes without CORS": () =>
      fetch(people, { method: "POST", mode: "no-cors", credentials: "include", headers: keyed, body: person }).then(text),
    "fetch of the reference": () => fetch(`${api}/openapi.json`).then(text),
    "XMLHttpRequest with the key": async () => {
      const request = new XMLHttpRequest();
      request.open("POST", people);
      request.withCredentials = true;
      for (const [name, value] of Object.entries(keyed)) request.setRequestHeader(name, value);
      request.send(person);
      await event(request, "load");
      return request.responseText;
    },
    beacon: () =>
      navigator.sendBeacon(people, new Blob([person], { type: "text/plain" })) ? "" : Promise.reject(new Error("refused")),
    WebSocket: async () => {
      await event(new WebSocket(people.replace("http", "ws")), "open", "message");
      return "open";
    },
    EventSource: async () => {
      await event(new EventSource(people, { withCredentials: true }), "open", "message");
      return "open";
    },
    iframe: async () => {
      const frame = attached("iframe", { src: `${api}/docs` }) as HTMLIFrameElement;
      await event(frame, "load");
      return frame.contentDocument?.body.textContent;
    },
    "a window's document": async () => (await opened()).document.body.textContent,
    "a window's storage": async () => (await opened()).localStorage.getItem("key"),
    "the console's key": async () => {
      const other = await opened("/console");
      return other.sessionStorage.getItem("foyer-console-session") ?? other.document.body.textContent;
    },
    "the console in a frame": async () => {
      const frame = attached("iframe", { src: `${api}/console` }) as HTMLIFrameElement;
      await event(frame, "load");
      return frame.contentWindow?.sessionStorage.getItem("foyer-console-session");
    },
    // In a preview, that is the console.
    "the key of the window above": () => isAbove() && parent.sessionStorage.getItem("foyer-console-session"),
    "the document of the window above": () => isAbove() && parent.document.body.textContent,
    "a message to the window above": async () => {
      if (!isAbove()) return "";
      parent.postMessage({ give: "key" }, "*");
      await event(window, "message");
      return "answered";
    },
    "leading the window above elsewhere": () => {
      if (!isAbove()) return "";
      (top as Window).location.href = `${location.origin}/elsewhere`;
      return "led";
    },
    "a message to a window": async () => {
      (await opened()).postMessage({ give: "key" }, "*");
      await event(window, "message");
      return "answered";
    },
    "a form": () => {
      const form = attached("form", {
        method: "post",
        action: people,
        enctype: "text/plain",
        target: "nowhere",
      }) as HTMLFormElement;
      const field = element("input", { name: `{"name":"Mallory","x":"`, value: `"}` });
      attached("iframe", { name: "nowhere" });
      form.append(field);
      form.submit();
      return "";
    },
    import: () => Function(`return import("${api}/docs")`)(),
    Worker: async () => {
      await event(new Worker(`${api}/docs`), "message");
      return "runs";
    },
    "Worker of our own": async () => {
      const code = `fetch("${people}",{headers:${JSON.stringify(keyed)}}).then((r)=>r.text()).then(postMessage)`;
      const worker = new Worker(URL.createObjectURL(new Blob([code])));
      await event(worker, "message");
      return "runs";
    },
    script: async () => {
      await event(attached("script", { src: `${api}/openapi.json` }), "load");
      return "";
    },
    "an inline script": async () => {
      attached("script", { textContent: "window.inline = 'ran'" });
      return "inline" in window ? "ran" : "";
    },
    eval: () => Function("return 'ran'")(),
    image: async () => {
      await event(attached("img", { src: `${api}/docs` }), "load");
      return "loaded";
    },
    stylesheet: async () => {
      const link = attached("link", { rel: "stylesheet", href: `${api}/docs` }) as HTMLLinkElement;
      await event(link, "load");
      return link.sheet?.cssRules.length;
    },
    // The page's own tracker keeps the name of the visit there.
    localStorage: () => {
      const kept = Object.entries({ ...localStorage, ...sessionStorage }).filter(([name]) => !name.startsWith("foyer."));
      return kept.length > 0 ? JSON.stringify(kept) : "";
    },
    cookies: () => document.cookie,
    BroadcastChannel: async () => {
      const channel = new BroadcastChannel("console");
      channel.postMessage("give");
      // Another frame of the same page asks, too.
      return new Promise((resolve) => {
        channel.addEventListener("message", ({ data }) => data !== "give" && resolve(data));
      });
    },
  };

  const tooLong = () => new Promise((_, reject) => setTimeout(() => reject(new Error("no answer")), 1_000));
  const outcome = async (attempt: Try) => {
    try {
      const got = await Promise.race([attempt(), tooLong()]);
      return got == null || got === "" || got === "0 " ? "nothing" : `got ${String(got).slice(0, 80)}`;
    } catch {
      return "failed";
    }
  };
  Object.assign(window, {
    tried: Promise.all(Object.entries(tries).map(async ([name, attempt]) => [name, await outcome(attempt)])).then(
      Object.fromEntries,
    ),
  });
}
