import { Anchor, type AnchorProps, Button, type ButtonProps } from "@mantine/core";
import { createLink } from "@tanstack/react-router";
import { forwardRef } from "react";

const PlainAnchor = forwardRef<HTMLAnchorElement, Omit<AnchorProps, "href">>((props, ref) => <Anchor ref={ref} {...props} />);
const PlainButton = forwardRef<HTMLAnchorElement, Omit<ButtonProps, "href">>((props, ref) => (
  <Button component="a" ref={ref} {...props} />
));

/** A link within the console. */
export const TextLink = createLink(PlainAnchor);
export const LinkButton = createLink(PlainButton);
