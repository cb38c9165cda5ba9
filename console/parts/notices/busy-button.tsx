import { Button, type ButtonProps } from "@mantine/core";
import { useState } from "react";
import { failed } from "./notices";
import { tellIfSlow } from "./slow-answer";

interface Props extends Omit<ButtonProps, "loading"> {
  onClick(): Promise<unknown>;
}

/** Does something once: a second click before the answer would do it again. */
export function BusyButton({ onClick, ...button }: Props) {
  const [isBusy, setBusy] = useState(false);
  const run = () => {
    setBusy(true);
    const work = onClick();
    tellIfSlow(work);
    work.catch(failed).finally(() => setBusy(false));
  };
  return <Button {...button} loading={isBusy} onClick={run} />;
}
