export function renderDocs(): string {
  return "<!doctype html><title>Foyer</title>";
}
