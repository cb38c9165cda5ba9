import type { Method } from "../../contract";

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

/** What can follow a part of a path: a certain segment, or any as a parameter. */
interface Node<Target> {
  segments: Map<string, Node<Target>>;
  parameter?: Node<Target>;
  target?: Target;
}

/** A tree of path segments for each method. A segment of our own comes before a parameter: `assets/trash` before `assets/{id}`. */
export function createRouter<Target>(routes: readonly Route<Target>[]): Router<Target> {
  const roots = new Map<string, Node<Target>>();
  for (const { method, path, target } of routes) {
    const root = roots.get(method) ?? newNode<Target>();
    roots.set(method, root);
    nodeAt(root, path).target = target;
  }
  const methods = [...new Set(routes.map((route) => route.method))];

  function match(asked: string, path: string): Match<Target> | undefined {
    const root = roots.get(asked === "HEAD" ? "GET" : asked);
    const params: string[] = [];
    const target = root && path.startsWith("/") ? find(root, path, 1, params) : undefined;
    return target && { target, params };
  }

  return { match, methodsOf: (path) => methods.filter((method) => match(method, path)) };
}

/** From `start`, just after a slash; the values of parameters are added to `params`. */
function find<Target>(node: Node<Target>, path: string, start: number, params: string[]): Target | undefined {
  const slash = path.indexOf("/", start);
  const segment = slash < 0 ? path.slice(start) : path.slice(start, slash);
  const next = node.segments.get(segment);
  const target = next && rest(next, path, slash, params);
  if (target !== undefined || !node.parameter || segment === "") return target;
  const before = params.length;
  params.push(segment);
  const found = rest(node.parameter, path, slash, params);
  if (found === undefined) params.length = before;
  return found;
}

function rest<Target>(next: Node<Target>, path: string, slash: number, params: string[]): Target | undefined {
  return slash < 0 ? next.target : find(next, path, slash + 1, params);
}

function nodeAt<Target>(root: Node<Target>, path: string): Node<Target> {
  return path
    .slice(1)
    .split("/")
    .reduce((node, segment) => {
      if (segment.startsWith("{")) return (node.parameter ??= newNode());
      const next = node.segments.get(segment) ?? newNode<Target>();
      node.segments.set(segment, next);
      return next;
    }, root);
}

function newNode<Target>(): Node<Target> {
  return { segments: new Map() };
}
