import { useState } from "react";
import { type Brand, operations } from "../../../../contract";
import { brandFonts } from "../../../../contract/pages/fonts";
import { useEdit } from "../../../api/edits";
import { useDraft } from "../../../parts/forms/draft";
import { DraftForm } from "../../../parts/forms/draft-form";
import { type FieldValue, type RecordField, RecordForm } from "../../../parts/forms/record-form";
import { AssetPicker } from "../../../parts/pickers/asset-picker";
import { type BrandChanges, BrandPreview } from "./brand-preview";
import { FontFiles } from "./font-files";

type Values = Record<string, FieldValue>;

interface Props {
  onDone(): void;
  onCancel(): void;
}

export function NewBrand({ onDone, onCancel }: Props) {
  const edit = useEdit();
  const [values, setValues] = useState<Values>(newValues);
  return (
    <div className="form-and-preview">
      <RecordForm
        schema={operations.createBrand.body}
        fields={fieldsFor()}
        initial={newValues}
        empty="null"
        shape={bodyOf}
        submitLabel="Make the brand"
        onEdit={setValues}
        onCancel={onCancel}
        onSubmit={async (body) => {
          await edit("createBrand", { body: body as BrandChanges & { name: string } }, { done: "Made" });
          onDone();
        }}
      />
      <BrandPreview changes={shownOf(values) as BrandChanges} />
    </div>
  );
}

export function EditBrand({ brand, onDone, onCancel }: Props & { brand: Brand }) {
  const edit = useEdit();
  const draft = useDraft(brand, valuesOf);
  const done = "Saved, live with the next versions";
  const shown = withoutSameLogos(shownOf(draft.typed ?? draft.initial), draft.base);
  return (
    <div className="form-and-preview">
      <div>
        <DraftForm
          draft={draft}
          schema={operations.updateBrand.body}
          fields={fieldsFor(brand)}
          empty="null"
          shape={(values) => withoutSameLogos(bodyOf(values), draft.base)}
          submitLabel="Save"
          onCancel={onCancel}
          onSave={(base, body) =>
            edit("updateBrand", { params: { brand_id: base.brandId }, body }, { unchangedSince: base, done })
          }
          onDone={onDone}
        />
      </div>
      <BrandPreview brandId={brand.brandId} changes={shown as BrandChanges} />
    </div>
  );
}

const newValues: Values = { darkMode: true, fontAssetIds: [] };

function fieldsFor(brand?: Brand): RecordField[] {
  const logo = (name: "logo" | "darkLogo", label: string, description: string): RecordField => ({
    name,
    label,
    description,
    input: (props) => <AssetPicker {...props} none={`No ${label.toLowerCase()}`} elsewhere={brand?.[name]?.url ?? undefined} />,
  });
  return [
    { name: "name", label: "Name", required: true },
    { name: "colors.primary", label: "Main colour", kind: "color", placeholder: "#3b5bdb" },
    { name: "colors.onPrimary", label: "Letters on the main colour", kind: "color", placeholder: "#ffffff" },
    { name: "colors.background", label: "Background", kind: "color", placeholder: "#ffffff" },
    { name: "colors.text", label: "Text", kind: "color", placeholder: "#1a1b1e" },
    {
      name: "font",
      label: "Font",
      kind: "choice",
      placeholder: "The system's own",
      options: brandFonts.map((value) => ({ value, label: fontName(value) })),
    },
    {
      name: "fontAssetIds",
      label: "A font of your own",
      description: "In place of the font above: WOFF2 files among your assets, a variable one or one for each weight",
      inputs: (props) => <FontFiles {...props} />,
    },
    logo("logo", "Logo", "A picture among your assets"),
    logo("darkLogo", "Logo in the dark", "In place of the logo in dark mode"),
    { name: "darkMode", label: "Dark mode", kind: "switch", description: "For visitors who prefer it; otherwise always light" },
  ];
}

/** As written on its box: plus-jakarta-sans is Plus Jakarta Sans. */
function fontName(font: string): string {
  const words = font.split("-").map((word) => (word === "dm" ? "DM" : word.charAt(0).toUpperCase() + word.slice(1)));
  return words.join(" ");
}

/** In the order of the fields. */
function valuesOf({ name, colors, font, fontAssetIds, logo, darkLogo, darkMode }: Brand): Values {
  return {
    name,
    "colors.primary": colors.primary ?? "",
    "colors.onPrimary": colors.onPrimary ?? "",
    "colors.background": colors.background ?? "",
    "colors.text": colors.text ?? "",
    font: font ?? "",
    fontAssetIds,
    logo: choiceOf(logo),
    darkLogo: choiceOf(darkLogo),
    darkMode: darkMode === "auto",
  };
}

function choiceOf(logo: Brand["logo"]): string {
  return logo?.assetId ?? logo?.url ?? "";
}

function colorsOf(values: Record<string, unknown>): Record<keyof Brand["colors"], string | null> {
  const color = (name: keyof Brand["colors"]) => (values[`colors.${name}`] as string) || null;
  return { primary: color("primary"), onPrimary: color("onPrimary"), background: color("background"), text: color("text") };
}

function bodyOf(values: Record<string, unknown>): Record<string, unknown> {
  const { name, font, fontAssetIds, logo, darkLogo, darkMode } = values;
  const picture = (assetId: unknown) => (assetId ? { assetId, altText: String(name ?? "") } : null);
  return {
    name,
    font: font || null,
    fontAssetIds,
    colors: colorsOf(values),
    logo: picture(logo),
    darkLogo: picture(darkLogo),
    darkMode: darkMode ? "auto" : "off",
  };
}

/** A name that is not typed yet is no reason to show nothing. */
function shownOf(values: Values): Record<string, unknown> {
  return bodyOf({ ...values, name: values.name || "Your brand" });
}

/** A logo may be at an address elsewhere, or have words of its own. */
function withoutSameLogos(body: Record<string, unknown>, brand: Brand): Record<string, unknown> {
  const isSame = (name: "logo" | "darkLogo") =>
    choiceOf(brand[name]) === ((body[name] as { assetId: string } | null)?.assetId ?? "");
  const same = (["logo", "darkLogo"] as const).filter(isSame);
  return Object.fromEntries(Object.entries(body).filter(([name]) => !same.some((each) => each === name)));
}
