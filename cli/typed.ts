/** How a command is typed in a shell: there is no program named foyer, and npm needs the two dashes to hand on options. */
export function asTyped(words: string): string {
  return `npm run foyer -- ${words}`;
}
