import { Loader, Stack } from "@mantine/core";
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router";
import type { FunctionComponent } from "react";
import { FoyerUnreachable } from "../client";
import { loadPatiently, useIsAway } from "./api/away";
import { NotFound } from "./parts/notices/not-found";
import { ProblemNotice } from "./parts/notices/problem-notice";
import { askedAgain } from "./parts/notices/read-problem";
import { SlowAnswer } from "./parts/notices/slow-answer";
import { type ScreenEntry, screens } from "./screens";
import { RequireScope } from "./shell/require-scope";
import { Shell } from "./shell/shell";

/** Every filter, tab and selection is plain text in the address. */
export function createConsoleRouter() {
  const rootRoute = createRootRoute({ component: Shell, notFoundComponent: () => <NotFound /> });
  const routes = screens.map((screen) =>
    createRoute({
      getParentRoute: () => rootRoute,
      path: screen.path,
      component: componentOf(screen),
      errorComponent: ({ error }) => <ProblemNotice error={error} />,
    }),
  );
  return createRouter({
    routeTree: rootRoute.addChildren(routes),
    basepath: "/console",
    defaultPreload: "intent",
    defaultPendingComponent: Pending,
    scrollRestoration: true,
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => {
      const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== "");
      return given.length === 0 ? "" : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
    },
  });
}

type LazyScreen = FunctionComponent & { preload(): Promise<void> };

function componentOf({ load, needs }: ScreenEntry) {
  const Screen = lazyRouteComponent(() => loadPatiently(load), "Screen") as LazyScreen;
  if (!needs) return Screen;
  return Object.assign(
    () => (
      <RequireScope access={needs}>
        <Screen />
      </RequireScope>
    ),
    { preload: Screen.preload },
  );
}

const unreachable = new FoyerUnreachable("a screen", "its code is missing");

function Pending() {
  if (useIsAway()) return <ProblemNotice error={unreachable} detail={askedAgain(unreachable)} />;
  return (
    <Stack p="xl" align="center" ta="center">
      <Loader role="status" aria-label="Loading" />
      <SlowAnswer />
    </Stack>
  );
}
