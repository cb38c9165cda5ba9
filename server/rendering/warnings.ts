import { builtInFormId } from "../../contract";
import { maxWarnings, type Warning } from "../../contract/pages/warnings";
import { turns } from "../event-loop/turns";
import { actionLinksOf, hasType } from "./blocks/actions";
import { entryGroups, groupMarkup } from "./blocks/entries";
import { type AssetScope, imageSource } from "./images";
import type { DocumentAction, DocumentForm, PageDocument } from "./page-document";
import { isFontShown } from "./style/fonts";
import { TemplateBuilder } from "./templates/template-builder";

/** What visitors are not shown as it was meant, and where: made by rendering every part once more. */
export async function warningsOf(document: PageDocument, tenantId: string): Promise<Warning[]> {
  const found: Warning[] = [...pageWarnings(document)];
  for (const [index, topic] of document.topics.entries()) {
    let before = 0;
    for (const group of entryGroups(topic.entries)) {
      for (const [offset, entry] of group.entries()) {
        await turns.next(tenantId);
        const at = { location: `topics[${index}].entries[${before + offset}].content`, subjectId: entry.topicEntryId };
        groupMarkup(
          [entry],
          new TemplateBuilder(),
          scopeOf(document, (code, message) => found.push({ ...at, code, message })),
        );
        if (found.length >= maxWarnings) return found.slice(0, maxWarnings);
      }
      before += group.length;
    }
  }
  return found;
}

function* pageWarnings(document: PageDocument): Generator<Warning> {
  const { page, brand } = document;
  if (page.brandId !== "" && !brand) {
    yield {
      location: "brandId",
      code: "brand_not_found",
      message: "names no brand: the page has the default look",
      subjectId: null,
    };
  }
  for (const name of ["logo", "darkLogo"] as const) {
    const logo = brand?.[name];
    if (logo) yield* imageWarnings(document, `brand.${name}`, page.brandId, logo.assetId ?? logo.url ?? "");
  }
  for (const [index, file] of (brand?.fonts ?? []).entries()) {
    if (isFontShown(file, scopeOf(document, undefined))) continue;
    const message = `${file.assetId.slice(0, 80)} names no font, or one in the trash: another one is shown`;
    yield { location: `brand.fontAssetIds[${index}]`, code: "asset_not_found", message, subjectId: page.brandId };
  }
  if (page.socialImageAssetId) yield* imageWarnings(document, "socialImageAssetId", page.pageId, page.socialImageAssetId);
  for (const [index, widget] of page.actionCardWidgets.entries()) {
    for (const [at, { image }] of widget.logos.entries()) {
      const location = `actionCardWidgets[${index}].logos[${at}].image`;
      yield* imageWarnings(document, location, page.pageId, image.assetId || image.url);
    }
  }
  yield* actionWarnings(document);
}

function imageWarnings(document: PageDocument, location: string, subjectId: string, address: string): Warning[] {
  const found: Warning[] = [];
  const scope = scopeOf(document, (code, message) => found.push({ location, code, message, subjectId }));
  const builder = new TemplateBuilder();
  imageSource(scope, address, (path) => builder.url(path));
  return found;
}

function* actionWarnings({ page, forms, audience }: PageDocument): Generator<Warning> {
  const overridden = page.actions.find((action) => isOverridden(action) && !namesForm(action, forms));
  if (overridden) {
    const at = { location: "actionFormIdOverride", subjectId: audience.audienceId };
    yield { ...at, code: "form_not_found", message: "names a form that does not exist: the built-in form is shown" };
  }
  for (const [index, action] of page.actions.entries()) {
    const at = { location: `actions[${index}]`, subjectId: action.actionId };
    const form = forms.find(({ formId }) => formId === action.formId);
    if (hasType(action, "form") && !isOverridden(action) && !namesForm(action, forms)) {
      const instead = form ? "the built-in form is shown" : "the action is left out";
      yield { ...at, code: "form_not_found", message: `names a form that does not exist: ${instead}` };
    }
    const isShown = actionLinksOf([action], new TemplateBuilder(), () => (form ? "#form" : undefined)).length > 0;
    if (!isShown && !hasType(action, "form")) {
      yield { ...at, code: "action_not_shown", message: "leads nowhere or has no words, and is left out" };
    } else if (isShown && looksLikeHost(action.url)) {
      yield { ...at, code: "address_relative", message: "is taken for a path of the page's own host: begin it with https://" };
    }
  }
}

/** The form is not the one that the action itself names, but the audience's own. */
function isOverridden({ formId, url }: DocumentAction): boolean {
  return formId !== undefined && formId !== builtInFormId && formId !== url;
}

/** An action without an address opens the built-in form. */
function namesForm({ formId, url }: DocumentAction, forms: readonly DocumentForm[]): boolean {
  if (formId === builtInFormId && url.trim() !== "" && url !== builtInFormId) return false;
  const form = forms.find((one) => one.formId === formId);
  return form !== undefined && !form.standsIn;
}

/** Such as `example.com/prices`, not `prices.html`. */
function looksLikeHost(address: string): boolean {
  const [host = ""] = address.split(/[/?#]/);
  return /^[a-z\d-]+(\.[a-z\d-]+)*\.[a-z]{2,}$/i.test(host) && !/\.(html?|pdf|php)$/i.test(host);
}

function scopeOf({ assets }: PageDocument, warn: AssetScope["warn"]): AssetScope {
  return { tenantId: "", signer: unsigned, assets: assets ?? {}, warn };
}

/** What is made here is never shown, so its addresses need no signatures. */
const unsigned: AssetScope["signer"] = { sign: () => "", verify: () => false };
