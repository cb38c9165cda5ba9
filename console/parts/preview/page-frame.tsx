import { Stack, Text } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { useId, useLayoutEffect, useRef } from "react";

interface Props {
  url: string;
  /** A page that is not saved: it is sent to the address, which shows it. */
  page?: string;
  /** Of the screen that it stands for, in pixels. */
  width: number;
  height: number;
  title: string;
}

/** A page as a visitor sees it, made smaller to fit. It is of another origin: its scripts reach nothing of the console. */
export function PageFrame({ url, page, width, height, title }: Props) {
  const { ref, width: room } = useElementSize();
  const scale = room === 0 ? 1 : Math.min(1, room / width);
  const shown = { title, width, height, style: { transform: `scale(${scale})` }, referrerPolicy: "no-referrer" } as const;
  return (
    <Stack gap={6} ref={ref} miw={0}>
      <Text size="sm" fw={550}>
        {title}
      </Text>
      <div className="frame" style={{ height: height * scale, width: width * scale }}>
        {page === undefined ? (
          <iframe {...shown} src={url} sandbox="allow-scripts allow-same-origin allow-forms" />
        ) : (
          // A new frame for each page: showing another page in the same one would add a step to the browser's history.
          <SentFrame key={url} url={url} page={page} shown={shown} />
        )}
      </div>
    </Stack>
  );
}

/** Sends a page to the address that shows it, into a frame of its own. */
function SentFrame({ url, page, shown }: { url: string; page: string; shown: object }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const name = useId();
  useLayoutEffect(() => {
    // Not before: the empty document that the frame starts with would be of the console's own origin.
    frame.current?.sandbox.add("allow-same-origin");
    form.current?.submit();
  }, []);
  return (
    <>
      <iframe {...shown} ref={frame} name={name} sandbox="allow-scripts allow-forms" />
      <form ref={form} action={url} method="post" target={name} hidden>
        <input type="hidden" name="page" value={page} />
      </form>
    </>
  );
}
