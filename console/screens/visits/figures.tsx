import { Heading } from "../../parts/heading";
import { FiguresPanel } from "./figures/figures-panel";

export function Screen() {
  return (
    <>
      <Heading title="Figures" about="What visits come to. Machines and your own visits are not counted." />
      <FiguresPanel />
    </>
  );
}
