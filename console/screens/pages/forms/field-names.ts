import type { FormField } from "../../../../contract";

/** A field of this name is not shown beside the form's own consent. */
const reserved = ["consent"];

/** Names those that have none yet by their labels, each differently. Others keep theirs: answers are known by them. */
export function withNames(fields: readonly FormField[]): FormField[] {
  const taken = new Set([...reserved, ...fields.map(({ name }) => name)]);
  return fields.map((field) => {
    if (field.name !== "") return field;
    const name = freeName(nameFrom(field.label), taken);
    taken.add(name);
    return { ...field, name };
  });
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let count = 2; taken.has(free); count += 1) free = `${name}_${count}`;
  return free;
}

/** "Size of your team" becomes size_of_your_team. What has no Latin letters is a field: writing it in some would take 230 KB. */
function nameFrom(label: string): string {
  const name = label
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[^a-z]+|_+$/g, "");
  return name.slice(0, 60) || "field";
}
