/** What belongs to an id, in most cases one thing, which then needs no set of its own. */
export class Groups<Member extends object> {
  readonly #groups = new Map<string, Member | Set<Member>>();

  get(id: string): Iterable<Member> {
    const group = this.#groups.get(id);
    if (group === undefined) return [];
    return group instanceof Set ? group : [group];
  }

  add(id: string, member: Member): void {
    const group = this.#groups.get(id);
    if (group === undefined) this.#groups.set(id, member);
    else if (group instanceof Set) group.add(member);
    else this.#groups.set(id, new Set([group, member]));
  }

  delete(id: string, member: Member): void {
    const group = this.#groups.get(id);
    if (group instanceof Set) group.delete(member);
    if (group === member || (group instanceof Set && group.size === 0)) this.#groups.delete(id);
  }
}
