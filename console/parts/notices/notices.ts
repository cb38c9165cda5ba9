import { notifications } from "@mantine/notifications";
import { described } from "./problem-notice";

export function saved(message: string): void {
  notifications.show({ message, color: "teal" });
}

export function failed(error: unknown): void {
  const { title, detail, requestId } = described(error);
  const message = [detail, requestId && `Request ${requestId}`].filter(Boolean).join(" · ");
  notifications.show({ title, message, color: "red", autoClose: 10_000 });
}
