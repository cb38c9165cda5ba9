import type { Writing } from "../../context";
import { hashOf, identifierOf, identifiersOf } from "../../erasure/identifiers";
import { findAccountByDomain } from "../accounts";
import { addPerson, lockEmail, oldestPersonKnownBy, personsById } from "../persons";
import type { DeclaredIdentity } from "./declared-identity";
import { hasSentBefore } from "./queries";

/** Whom the page was made for. */
export interface MadeFor {
  audienceId: string;
  personId: string | null;
  accountId: string | null;
}

export interface Sender {
  personId: string | null;
  accountId: string | null;
}

/**
 * Finds the person that a form is from, or creates them if somebody has written it: the page may name an address that its person
 * no longer has. A person who exists is not changed: anybody can write anybody's address.
 */
export async function findSender(
  ctx: Writing,
  madeFor: MadeFor,
  identity: DeclaredIdentity | undefined,
  { isPrefilled }: { isPrefilled: boolean },
): Promise<Sender> {
  const { personId, accountId } = madeFor;
  if (!identity?.knownBy) return { personId, accountId };
  const [email] = identity.knownBy.emails ?? [];
  if (email !== undefined) await lockEmail(ctx, email);
  const found = await oldestPersonKnownBy(ctx, identity.knownBy);
  if (!found && isPrefilled) return { personId, accountId };
  const sender = found ? { personId: found.person_id, domain: found.domain } : await addPerson(ctx, identity.details);
  const ofDomain = sender.domain === null ? undefined : await findAccountByDomain(ctx.db, ctx.tenantId, sender.domain);
  return { personId: sender.personId, accountId: ofDomain?.account_id ?? accountId };
}

/**
 * Whether the sender is somebody other than the person whom the page was made for, and declares themselves here for the first
 * time.
 */
export async function isNewVisitor(
  ctx: Writing,
  madeFor: MadeFor,
  sender: Sender,
  identity: DeclaredIdentity | undefined,
): Promise<boolean> {
  if (!identity?.knownBy || madeFor.personId === null || sender.personId === null) return false;
  if (sender.personId === madeFor.personId) return false;
  const [owner] = await personsById(ctx.db, ctx.tenantId, [madeFor.personId]);
  // Two persons may share an address, and the oldest is found.
  if (owner && identifiersOf(owner).has(hashOf(identifierOf(identity.identifier) ?? ""))) return false;
  return !(await hasSentBefore(ctx, madeFor.audienceId, sender.personId));
}
