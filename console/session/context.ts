import { createContext, useContext } from "react";
import type { Client } from "../../client";
import type { Access } from "../../contract";
import { mayWith, type Session } from "./session";

export interface Signed extends Session {
  /** Whether the key may do this; what it may not is not shown. */
  may(access: Access): boolean;
  leave(): void;
  /** The key is refused: asks for another one over the screen, whose edits stay. */
  refused(client: Client): void;
}

export const SessionContext = createContext<Signed | undefined>(undefined);

export function useSession(): Signed {
  const session = useContext(SessionContext);
  if (!session) throw new Error("There is no session outside of RequireSession");
  return session;
}

export function signed(session: Session, actions: Pick<Signed, "leave" | "refused">): Signed {
  return { ...session, ...actions, may: (access) => mayWith(session.self.scopes, access) };
}
