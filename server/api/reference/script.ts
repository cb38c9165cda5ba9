/** Without it the reference can be read and searched; with it, searched while typing, and its examples run. */
export const script = `
"use strict";
{
  const find = (selector, within = document) => within.querySelector(selector);
  const findAll = (selector, within = document) => [...within.querySelectorAll(selector)];

  // An address from when the reference was one page.
  const old = location.pathname === "/docs" && location.hash.length > 1 && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const moved = old && find("a[href^='/docs/']", old);
  if (moved && old.tagName === "LI") location.replace(moved.href);

  // Examples have no scripts of their own that could tell how high they are.
  for (const frame of findAll(".example")) {
    const fit = () => {
      const block = frame.contentDocument && find("main > *", frame.contentDocument);
      if (block) frame.style.height = block.offsetHeight + 2 + "px";
    };
    frame.addEventListener("load", fit);
    fit();
  }

  const box = find(".search input");
  const found = find("#found");
  let asked = 0;
  let timer;

  async function search() {
    const query = box.value.trim();
    const number = ++asked;
    if (query === "") return show([]);
    const answer = await fetch("/docs/search?part=results&q=" + encodeURIComponent(query)).catch(() => undefined);
    if (!answer?.ok || number !== asked) return;
    const results = await answer.json();
    if (number === asked) show(results, true);
  }

  function show(results, searched = false) {
    const list = document.createElement("ul");
    list.className = "results";
    for (const { name, kind, about, address } of results) {
      const link = document.createElement("a");
      link.href = address;
      const code = document.createElement("code");
      code.textContent = name;
      const note = document.createElement("span");
      note.className = "note";
      note.textContent = kind;
      link.append(code, " ", note, document.createElement("br"), about);
      const item = document.createElement("li");
      item.append(link);
      list.append(item);
    }
    found.replaceChildren(results.length > 0 ? list : searched ? "Nothing was found." : "");
    found.hidden = !searched;
  }

  box.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(search, 120);
  });

  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|TEXTAREA)$/.test(event.target.tagName);
    if (event.key === "/" && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      box.focus();
      box.select();
    }
    const links = findAll("a", found);
    const at = links.indexOf(document.activeElement);
    if (event.key === "Escape" && !found.hidden && (at >= 0 || event.target === box)) {
      show([]);
      box.focus();
    }
    if ((event.key !== "ArrowDown" && event.key !== "ArrowUp") || found.hidden || (at < 0 && event.target !== box)) return;
    event.preventDefault();
    (links[at + (event.key === "ArrowDown" ? 1 : -1)] ?? box).focus();
  });
  found.addEventListener("click", (event) => {
    if (event.target.closest("a")) show([]);
  });

  // The key is the console's, or one that was typed here; it stays in this tab.
  const ownKey = "foyer-reference-key";
  const keyBox = find(".key");
  const keyField = find("input", keyBox);
  const keyState = find("p", keyBox);

  function consoleKey() {
    try {
      return JSON.parse(sessionStorage.getItem("foyer-console-session") ?? "null")?.key;
    } catch {}
  }

  function key() {
    return sessionStorage.getItem(ownKey) ?? consoleKey();
  }

  function tellKey() {
    const own = sessionStorage.getItem(ownKey);
    keyState.textContent = own ? "Kept in this tab alone." : consoleKey() ? "Examples run with the console's key." : "";
  }

  keyField.value = sessionStorage.getItem(ownKey) ?? "";
  keyField.addEventListener("input", () => {
    const typed = keyField.value.trim();
    if (typed === "") sessionStorage.removeItem(ownKey);
    else sessionStorage.setItem(ownKey, typed);
    tellKey();
  });
  keyBox.addEventListener("submit", (event) => event.preventDefault());
  const examples = findAll(".try");
  keyBox.hidden = examples.length === 0;
  for (const example of examples) example.hidden = false;
  tellKey();

  const maxShown = 100000;

  document.addEventListener("submit", async (event) => {
    const form = event.target;
    if (!form.closest(".try")) return;
    event.preventDefault();
    const state = find("output", form);
    const shown = find(".answer", form);
    if (form.ariaBusy === "true") return;
    if (!key()) {
      state.textContent = "Type a key first.";
      keyField.focus();
      return;
    }
    let request;
    try {
      request = requestOf(form);
    } catch {
      state.textContent = "The body is not JSON.";
      return;
    }
    const { method, asksFirst } = form.dataset;
    if (asksFirst && !confirm(method + " " + request.path + "\\n\\nThis can't be taken back. Run it?")) return;
    form.ariaBusy = "true";
    state.textContent = "Running …";
    shown.hidden = true;
    const started = performance.now();
    try {
      const answer = await fetch(request.path, { method, body: request.body, headers: { ...request.headers, "x-api-key": key() }, cache: "no-store", credentials: "omit", redirect: "error" });
      const text = await answer.text();
      state.textContent = answer.status + " · " + Math.round(performance.now() - started) + " ms · " + (answer.headers.get("x-request-id") ?? "");
      find("pre", shown).textContent = pretty(text);
      shown.hidden = false;
    } catch {
      state.textContent = "There was no answer.";
    }
    form.ariaBusy = "false";
  });

  function requestOf(form) {
    const query = new URLSearchParams();
    const upload = find("input[type=file]", form) && new FormData();
    let path = form.dataset.path;
    let json;
    for (const { name, value, files } of form.elements) {
      const [place, field] = name.split(".");
      if (place === "path") path = path.replace("{" + field + "}", encodeURIComponent(value));
      if (place === "query" && value !== "") query.append(field, value);
      if (place === "file" && files[0]) upload.append(field, files[0]);
      if (place === "body" && value.trim() !== "") json = JSON.stringify(JSON.parse(value));
    }
    if (query.size > 0) path += "?" + query;
    if (!upload) return { path, body: json, headers: json === undefined ? {} : { "content-type": "application/json" } };
    for (const [field, values] of Object.entries(JSON.parse(json ?? "{}"))) for (const value of [values].flat()) upload.append(field, value);
    return { path, body: upload, headers: {} };
  }

  function pretty(text) {
    let shown = text;
    try {
      shown = JSON.stringify(JSON.parse(text), null, 2);
    } catch {}
    return shown.length > maxShown ? shown.slice(0, maxShown) + "\\n…" : shown;
  }
}
`;
