import { RegExpRouter } from "hono/router/reg-exp-router";
import { SmartRouter } from "hono/router/smart-router";
import { TrieRouter } from "hono/router/trie-router";
import { type Method, paramNames } from "../../contract";

interface Route<Target> {
  method: Method;
  path: string;
  target: Target;
}

export interface Match<Target> {
  target: Target;
  /** Still percent-encoded, in the order of the path. */
  params: string[];
}

export interface Router<Target> {
  match(method: string, path: string): Match<Target> | undefined;
  /** The methods a path has, for `Allow`. */
  methodsOf(path: string): Method[];
}

export function createRouter<Target>(routes: readonly Route<Target>[]): Router<Target> {
  const router = new SmartRouter<Route<Target> & { names: string[] }>({ routers: [new RegExpRouter(), new TrieRouter()] });
  // Apart, because one that a parameter could stand for (`assets/trash`) makes the router fall back to a slower one.
  const plain = new Map<string, Match<Target>>();
  for (const route of routes) {
    const names = paramNames(route.path);
    if (names.length === 0) plain.set(`${route.method} ${route.path}`, { target: route.target, params: [] });
    else router.add(route.method, route.path.replaceAll(/\{(\w+)\}/g, ":$1"), { ...route, names });
  }
  const methods = [...new Set(routes.map((route) => route.method))];

  function match(asked: string, path: string): Match<Target> | undefined {
    const method = asked === "HEAD" ? "GET" : asked;
    const known = plain.get(`${method} ${path}`);
    if (known) return known;
    const [matches, stash] = router.match(method, path);
    const [first] = matches;
    if (!first) return undefined;
    const [route, indexes] = first;
    // A static path has no stash; the trie answers with the values themselves.
    const params = route.names.map((name) => (stash ? stash[indexes[name] as number] : indexes[name]) as string);
    return { target: route.target, params };
  }

  return { match, methodsOf: (path) => methods.filter((method) => match(method, path)) };
}
