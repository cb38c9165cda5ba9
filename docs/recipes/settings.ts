/** Settings that a recipe can't do without, from the environment. Ends the program if one is missing. */
export function settings<Name extends string>(...names: Name[]): Record<Name, string> {
  const missing = names.filter((name) => !process.env[name]);
  if (missing.length > 0) {
    console.error(`Set ${missing.join(", ")}, as the first lines of ${process.argv[1]} show`);
    process.exit(2);
  }
  return Object.fromEntries(names.map((name) => [name, process.env[name]])) as Record<Name, string>;
}
