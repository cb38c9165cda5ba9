import { Button, Card, Center, Group, PasswordInput, Select, Stack, Text, Title } from "@mantine/core";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { Access } from "../../contract";
import { noteAway } from "../api/away";
import { Logo } from "../parts/logo";
import { BusyButton } from "../parts/notices/busy-button";
import { useFailure } from "../parts/notices/failure";
import { ProblemNotice } from "../parts/notices/problem-notice";
import { askedAgain } from "../parts/notices/read-problem";
import { SlowAnswer } from "../parts/notices/slow-answer";
import { ScopePicker } from "./scope-picker";
import { grantableBy, isRefusedKey, type Session, signIn } from "./session";

interface FormProps {
  onSignedIn(session: Session): void;
  reason?: string;
}

interface Props extends FormProps {
  /** Why the session of before could not be resumed. */
  problem: unknown;
  onResume(): Promise<unknown>;
}

type Choice = "everything" | "reading" | "chosen";

export function SignIn({ problem, onResume, onSignedIn }: Props) {
  const hasEnded = isRefusedKey(problem);
  return (
    <Center component="main" mih="100vh" p="md" className="sign-in">
      <Card withBorder shadow="sm" padding="xl" radius="lg" w="100%" maw={420}>
        <Stack gap="lg">
          <Group gap="sm">
            <Logo size={36} />
            <div>
              <Title order={1} size="h3">
                Foyer
              </Title>
              <Text size="sm" c="dimmed">
                Pages that know who they are for
              </Text>
            </div>
          </Group>
          {problem !== undefined && !hasEnded && (
            <ProblemNotice error={problem} detail={askedAgain(problem)}>
              <BusyButton size="compact-sm" variant="light" color="red" mt="xs" onClick={onResume}>
                Try again
              </BusyButton>
            </ProblemNotice>
          )}
          <SignInForm onSignedIn={onSignedIn} {...(hasEnded && { reason: "Your session has ended, or its key was revoked." })} />
        </Stack>
      </Card>
    </Center>
  );
}

export function SignInForm({ onSignedIn, reason }: FormProps) {
  const [key, setKey] = useState("");
  const [choice, setChoice] = useState<Choice>("everything");
  const [grantable, setGrantable] = useState<{ by: string; scopes: Access[] | undefined }>();
  const [chosen, setChosen] = useState<readonly Access[]>([]);
  const [failure, setFailure] = useFailure(key);
  const [isBusy, setBusy] = useState(false);

  const keyInput = useRef<HTMLInputElement>(null);
  // Nobody comes here for anything else.
  useEffect(() => keyInput.current?.focus(), []);

  async function submit(event: FormEvent) {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    const trying = choice === "chosen" && grantable?.by !== key ? offerScopes() : enter();
    trying.catch(noteAway);
    await trying.catch(setFailure);
    setBusy(false);
  }

  async function enter() {
    onSignedIn(await signIn(key, choice === "chosen" ? chosen : choice));
  }

  async function offerScopes() {
    const scopes = await grantableBy(key);
    setGrantable({ by: key, scopes });
    setChosen(scopes?.filter((scope) => scope.endsWith(":read")) ?? []);
  }

  const isChoosing = choice === "chosen" && grantable?.by === key;
  const isNothingChosen = isChoosing && grantable?.scopes !== undefined && chosen.length === 0;

  return (
    <form onSubmit={submit}>
      <Stack>
        {reason && <Text size="sm">{reason}</Text>}
        <PasswordInput
          ref={keyInput}
          label="API key"
          description="Foyer printed the first one when it started; `npm run foyer -- keys create --name TEXT` makes another"
          autoComplete="off"
          value={key}
          onChange={(event) => setKey(event.currentTarget.value)}
          visibilityToggleButtonProps={{ "aria-label": "Show the key" }}
          required
          data-autofocus
        />
        <Select
          label="In this session I want to"
          description="As far as the key allows. The console works with a key of its own that ends after 12 hours"
          data={[
            { value: "everything", label: "Look and change" },
            { value: "reading", label: "Only look" },
            { value: "chosen", label: "Do what I choose" },
          ]}
          value={choice}
          onChange={(value) => setChoice((value ?? "everything") as Choice)}
          allowDeselect={false}
        />
        {isChoosing &&
          (grantable?.scopes ? (
            <ScopePicker offered={grantable.scopes} chosen={chosen} onChange={setChosen} />
          ) : (
            <Text size="sm">This key can't make others, so the console works with the key itself and all that it may do.</Text>
          ))}
        {failure !== undefined && <ProblemNotice error={failure} />}
        {isBusy && <SlowAnswer />}
        <Button type="submit" size="md" loading={isBusy} disabled={isNothingChosen}>
          {choice === "chosen" && !isChoosing ? "Choose" : "Sign in"}
        </Button>
      </Stack>
    </form>
  );
}
