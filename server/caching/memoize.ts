/** Audiences of a page are built together and share objects: what is made of one is made once. */
export function once<Shared extends object, Made extends {}>(make: (shared: Shared) => Made): (shared: Shared) => Made {
  const known = new WeakMap<Shared, Made>();
  return (shared) => {
    const before = known.get(shared);
    if (before !== undefined) return before;
    const made = make(shared);
    known.set(shared, made);
    return made;
  };
}

/** The same where more than one thing goes into it: made anew when any of the others is not what it was. */
export function onceWith<Shared extends object, Others extends readonly unknown[], Made>(
  make: (shared: Shared, ...others: Others) => Made,
): (shared: Shared, ...others: Others) => Made {
  const known = new WeakMap<Shared, { others: Others; made: Made }>();
  return (shared, ...others) => {
    const before = known.get(shared);
    if (before?.others.every((other, index) => other === others[index])) return before.made;
    const made = make(shared, ...others);
    known.set(shared, { others, made });
    return made;
  };
}
