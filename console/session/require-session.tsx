import { Button, Loader, Stack } from "@mantine/core";
import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Client } from "../../client";
import { askWithoutKey, isPassing, useReturn } from "../api/away";
import { Dialog } from "../parts/dialog";
import { LeaveQuestion } from "../parts/notices/leave-question";
import { SlowAnswer } from "../parts/notices/slow-answer";
import { SessionContext, signed } from "./context";
import { resuming } from "./resuming";
import { resumeSession, type Session, signOut } from "./session";
import { SignIn, SignInForm } from "./sign-in";
import { hasUnsavedEdits } from "./unsaved-edits";

/** After which a session of before is resumed anew, while Foyer does not answer. */
const againMs = 3_000;

interface Props {
  /** The session of before, if the server has said already whether its key is good; null for none. */
  known: Session | null | undefined;
  children: ReactNode;
}

/** Shows the console to whoever is signed in, and the sign-in to everybody else. */
export function RequireSession({ known, children }: Props) {
  const queries = useQueryClient();
  const [session, setSession] = useState(known);
  const [problem, setProblem] = useState<unknown>();
  const [isRefused, setRefused] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const current = useRef<Client>(undefined);

  const failToResume = useCallback((error: unknown) => {
    setProblem(error);
    setSession(null);
  }, []);

  useEffect(() => {
    if (known !== undefined) return;
    resuming.then((resumed) => setSession(resumed ?? null), failToResume);
  }, [known, failToResume]);

  const leave = useCallback(() => {
    if (session) signOut(session).catch(() => {});
    queries.clear();
    setSession(null);
    setRefused(false);
    setAsked(false);
  }, [session, queries]);

  const value = useMemo(
    () =>
      session &&
      signed(session, {
        leave: () => (hasUnsavedEdits() ? setAsked(true) : leave()),
        // A request that was sent with the key before may be refused after another one is there.
        refused: (client) => {
          if (client === current.current) setRefused(true);
        },
      }),
    [session, leave],
  );

  const enter = (next: Session) => {
    current.current = next.client;
    setSession(next);
    setRefused(false);
    setProblem(undefined);
  };
  const resume = async () => resumeSession()?.session.then(enter, failToResume);
  const resumeAgain = useRef(resume);
  resumeAgain.current = resume;
  useEffect(() => {
    if (session !== null || !isPassing(problem)) return;
    const timer = setTimeout(() => resumeAgain.current(), againMs);
    return () => clearTimeout(timer);
  }, [session, problem]);
  useReturn(useCallback(() => (session ? session.client.getOwnApiKey() : askWithoutKey()), [session]));
  useEffect(() => {
    // With another key, whatever is on the screen is read again.
    if (session && current.current) queries.invalidateQueries();
    current.current = session?.client;
  }, [session, queries]);

  if (session === undefined) {
    return (
      <Stack component="main" mih="100vh" align="center" justify="center" p="md" ta="center">
        <Loader role="status" aria-label="Opening the console" />
        <SlowAnswer />
      </Stack>
    );
  }
  if (!value) return <SignIn problem={problem} onResume={resume} onSignedIn={enter} />;
  return (
    <SessionContext.Provider value={value}>
      {children}
      <Dialog title="Please sign in again" isOpen={isRefused} centered>
        <SignInForm
          onSignedIn={enter}
          reason="Your key has ended or was revoked. What you were editing is still here behind this dialog."
        />
        <Button mt="sm" variant="subtle" color="gray" fullWidth onClick={leave}>
          Sign out and discard unsaved edits
        </Button>
      </Dialog>
      <LeaveQuestion
        title="Sign out without saving?"
        leaveLabel="Sign out without saving"
        isOpen={isAsked}
        onStay={() => setAsked(false)}
        onLeave={leave}
      />
    </SessionContext.Provider>
  );
}
