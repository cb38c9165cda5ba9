import { builtInFormId, formIdPattern } from "../../contract";
import type { Warning } from "../../contract/pages/warnings";
import { scopeOf } from "./document-scope";
import { type AssetScope, imageSource } from "./images";
import { schemeWarning } from "./links/link-address";
import type { DocumentAction, DocumentForm, PageDocument } from "./page-document";
import { actionLinksOf, hasType } from "./sections/actions";
import { footerAddress } from "./sections/footer";
import { isFontShown } from "./style/fonts";
import { withScheme } from "./templates/addresses";
import { TemplateBuilder } from "./templates/template-builder";

/** Of everything but the topics. */
export function* pageWarnings(document: PageDocument): Generator<Warning[]> {
  const { page, brand } = document;
  const { pageId } = page;
  if (page.brandId !== "" && !brand) {
    const message = "names no brand: the page has the default look";
    yield [{ location: "brandId", code: "brand_not_found", message, subjectId: null }];
  }
  for (const name of ["logo", "darkLogo"] as const) {
    const logo = brand?.[name];
    if (logo) yield imageWarnings(document, `brand.${name}`, page.brandId, logo.assetId ?? logo.url ?? "");
  }
  for (const [index, file] of (brand?.fonts ?? []).entries()) {
    if (isFontShown(file, scopeOf(document, undefined))) continue;
    const message = `${file.assetId.slice(0, 80)} names no font, or one in the trash: another one is shown`;
    yield [{ location: `brand.fontAssetIds[${index}]`, code: "asset_not_found", message, subjectId: page.brandId }];
  }
  if (page.socialImageAssetId) yield imageWarnings(document, "socialImageAssetId", pageId, page.socialImageAssetId);
  for (const [index, widget] of page.actionCardWidgets.entries()) {
    for (const [at, { image }] of widget.logos.entries()) {
      const location = `actionCardWidgets[${index}].logos[${at}].image`;
      yield imageWarnings(document, location, pageId, image.assetId || image.url);
    }
  }
  yield* actionWarnings(document);
  for (const [index, { links }] of page.footerLinks.entries()) {
    for (const [at, { url }] of links.entries()) {
      const location = `footerLinks[${index}].links[${at}].url`;
      yield warningsIn(document, location, pageId, (assetScope, builder) => footerAddress(url, { builder, assetScope }));
    }
  }
}

function imageWarnings(document: PageDocument, location: string, subjectId: string, address: string): Warning[] {
  return warningsIn(document, location, subjectId, (scope, builder) => imageSource(scope, address, (path) => builder.url(path)));
}

function warningsIn(
  document: PageDocument,
  location: string,
  subjectId: string,
  make: (scope: AssetScope, builder: TemplateBuilder) => unknown,
): Warning[] {
  const found: Warning[] = [];
  make(
    scopeOf(document, (code, message) => found.push({ location, code, message, subjectId })),
    new TemplateBuilder(),
  );
  return found;
}

function* actionWarnings({ page, forms, audience }: PageDocument): Generator<Warning[]> {
  const overridden = page.actions.find((action) => isOverridden(action) && !namesForm(action, forms));
  if (overridden) yield [ownFormWarning(audience.audienceId)];
  for (const [index, action] of page.actions.entries()) {
    const at = { location: `actions[${index}]`, subjectId: action.actionId };
    const form = forms.find(({ formId }) => formId === action.formId);
    if (hasType(action, "form") && !isOverridden(action) && !namesForm(action, forms)) {
      const instead = form ? "the built-in form is shown" : "the action is left out";
      yield [{ ...at, code: "form_not_found", message: `names a form that does not exist: ${instead}` }];
    }
    const isShown = actionLinksOf([action], new TemplateBuilder(), () => (form ? "#form" : undefined)).length > 0;
    if (!isShown && !hasType(action, "form")) {
      yield [{ ...at, code: "action_not_shown", message: "leads nowhere or has no words, and is left out" }];
    } else if (isShown && leadsToItsAddress(action) && withScheme(action.url) !== action.url) {
      yield [{ ...at, code: "address_relative", message: schemeWarning(action.url) }];
    }
  }
}

/** Of an audience that names a form in place of the page's. */
export function ownFormWarning(audienceId: string): Warning {
  const message = "names a form that does not exist: the built-in form is shown";
  return { location: "actionFormIdOverride", code: "form_not_found", message, subjectId: audienceId };
}

function leadsToItsAddress(action: DocumentAction): boolean {
  return !["form", "email", "phone"].some((type) => hasType(action, type));
}

/** The form is not the one that the action itself names, but the audience's own. */
function isOverridden({ formId, url }: DocumentAction): boolean {
  return formId !== undefined && formId !== builtInFormId && formId !== url;
}

/** An action without an address opens the built-in form, and an audience may choose that one in place of the action's. */
function namesForm({ formId, url }: DocumentAction, forms: readonly DocumentForm[]): boolean {
  if (formId === builtInFormId && url.trim() !== "" && !formIdPattern.test(url)) return false;
  const form = forms.find((one) => one.formId === formId);
  return form !== undefined && !form.standsIn;
}
