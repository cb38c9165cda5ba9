import "./session/resuming";
import { type CSSVariablesResolver, createTheme, MantineProvider, Notification } from "@mantine/core";
import { Notifications } from "@mantine/notifications";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { createRoot } from "react-dom/client";
import { keepFirstPage } from "./api/list";
import { createConsoleRouter } from "./router";
import { RequireSession } from "./session/require-session";
import { early, resuming } from "./session/resuming";
import type { Session } from "./session/session";
import { keepFocusBesideRemoved, keepFocusOfBusyButtons } from "./shell/kept-focus";

const theme = createTheme({
  primaryColor: "indigo",
  primaryShade: 7,
  autoContrast: true,
  defaultRadius: "md",
  cursorType: "pointer",
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif',
  headings: { fontWeight: "650" },
  components: {
    Notification: Notification.extend({ defaultProps: { closeButtonProps: { "aria-label": "Close" } } }),
    // A colour field passes no words on to its picker.
    ColorPicker: { defaultProps: { saturationLabel: "Saturation and brightness", hueLabel: "Hue" } },
  },
});

/** Mantine's own dimmed colours have too little contrast for small text, and its red buttons are nearly white in the dark. */
const resolveVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    "--mantine-color-dimmed": "var(--mantine-color-gray-7)",
    "--mantine-color-placeholder": "var(--mantine-color-gray-7)",
    "--mantine-color-error": "var(--mantine-color-red-8)",
    "--mantine-color-teal-light": "var(--mantine-color-teal-0)",
    "--mantine-color-teal-light-color": "#087057",
    "--mantine-color-orange-light": "var(--mantine-color-orange-0)",
    "--mantine-color-orange-light-color": "#9c3409",
    "--mantine-color-yellow-light": "var(--mantine-color-yellow-0)",
    "--mantine-color-yellow-light-color": "#7a4d00",
  },
  dark: {
    "--mantine-color-dimmed": "var(--mantine-color-dark-1)",
    "--mantine-color-placeholder": "var(--mantine-color-dark-1)",
    "--mantine-color-error": "var(--mantine-color-red-4)",
    "--mantine-color-red-light-color": "var(--mantine-color-red-4)",
  },
});

/** What is there by then is drawn at once, and not first without its rows. */
const firstLookMs = 150;

const root = document.getElementById("console") as HTMLElement;
const nonce = root.dataset.nonce ?? "";
// The component that locks scrolling behind dialogs looks for the nonce of its style here.
Object.assign(globalThis, { __webpack_nonce__: nonce });

/**
 * The client tries again by itself. A browser that is offline may still reach a Foyer on its own machine or network: it is
 * asked, and whoever looks at the screen is told when it does not answer.
 */
const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: false, staleTime: 5_000, networkMode: "always", refetchOnReconnect: true },
    mutations: { retry: false, networkMode: "always" },
  },
});

keepFocusOfBusyButtons();
keepFocusBesideRemoved(root);
const router = createConsoleRouter();
/** Undefined while the server has not answered; null for nobody. */
let session: Session | null | undefined;
const ready = Promise.all([
  resuming.then((resumed) => {
    session = resumed ?? null;
  }),
  early && keepFirstPage(queryClient, early.id, early.page),
  router.load(),
]);
// RequireSession shows what went wrong.
Promise.race([ready.catch(() => {}), new Promise((done) => setTimeout(done, firstLookMs))]).then(draw);

function draw(): void {
  createRoot(root).render(
    <MantineProvider theme={theme} cssVariablesResolver={resolveVariables} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      <Notifications position="bottom-right" />
      <QueryClientProvider client={queryClient}>
        <RequireSession known={session}>
          <RouterProvider router={router} />
        </RequireSession>
      </QueryClientProvider>
    </MantineProvider>,
  );
}
