/** "Dr. Ada" is not the end of a sentence if the other text has it too. */
export function isAbbreviated(before: string, after: string, other: string): boolean {
  const end = /(?:^|\s)(\S{1,4}\.)\s*$/.exec(before)?.[1];
  const start = /^\s*(\S+?)[.,;:!?]*(?:\s|$)/.exec(after)?.[1];
  return end !== undefined && start !== undefined && other.includes(`${end} ${start}`);
}
