import { Group, Overlay, Text } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { Icon } from "../icon";

/** The whole screen; it shows only while files are dragged over it. */
export function DropZone({ label, onDrop }: { label: string; onDrop(files: File[]): void }) {
  const isOver = useFileDrop(onDrop);
  if (!isOver) return null;
  return (
    <Overlay fixed center className="drop-zone" color="var(--mantine-color-body)" backgroundOpacity={0.9} zIndex={300}>
      <Group>
        <Icon name="upload" size={28} />
        <Text size="xl" fw={600}>
          {label}
        </Text>
      </Group>
    </Overlay>
  );
}

/** Takes files that are dropped anywhere, and tells whether some are being dragged over the screen. */
function useFileDrop(onDrop: (files: File[]) => void): boolean {
  const [isOver, setOver] = useState(false);
  const take = useRef(onDrop);
  take.current = onDrop;
  useEffect(() => {
    const listening = new AbortController();
    const on = (type: "dragover" | "dragleave" | "drop", react: (event: DragEvent) => void) =>
      window.addEventListener(type, (event) => event.dataTransfer?.types.includes("Files") && react(event), listening);
    // Without this, the browser would open the file in place of the console.
    on("dragover", (event) => {
      event.preventDefault();
      setOver(true);
    });
    // Out of the window, and not from one element to another.
    on("dragleave", ({ relatedTarget }) => relatedTarget === null && setOver(false));
    on("drop", (event) => {
      event.preventDefault();
      setOver(false);
      take.current([...(event.dataTransfer?.files ?? [])]);
    });
    return () => listening.abort();
  }, []);
  return isOver;
}
