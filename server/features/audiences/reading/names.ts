interface NameSource {
  number: number | null;
  person_name: string | null;
  account_label: string | null;
}

/** The person's name and the account's label, or a number within the page. */
export function computedName({ number, person_name, account_label }: NameSource): string {
  if (person_name === null) return `Audience ${number ?? 1}`;
  return account_label === null ? person_name : `${person_name}, ${account_label}`;
}
