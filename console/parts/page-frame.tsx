import { Stack, Text } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";

interface Props {
  url: string;
  /** Of the screen that it stands for, in pixels. */
  width: number;
  height: number;
  title: string;
}

/** A page as a visitor sees it, made smaller to fit. It is of another origin: its scripts reach nothing of the console. */
export function PageFrame({ url, width, height, title }: Props) {
  const { ref, width: room } = useElementSize();
  const scale = room === 0 ? 1 : Math.min(1, room / width);
  return (
    <Stack gap={6} ref={ref} miw={0}>
      <Text size="sm" fw={550}>
        {title}
      </Text>
      <div className="frame" style={{ height: height * scale, width: width * scale }}>
        <iframe
          src={url}
          title={title}
          width={width}
          height={height}
          style={{ transform: `scale(${scale})` }}
          sandbox="allow-scripts allow-same-origin allow-forms"
          referrerPolicy="no-referrer"
        />
      </div>
    </Stack>
  );
}
