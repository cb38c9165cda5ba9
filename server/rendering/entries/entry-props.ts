import type { AssetScope } from "../images";
import type { TemplateBuilder } from "../templates/template-builder";

export interface EntryProps {
  content: string;
  builder: TemplateBuilder;
  assetScope: AssetScope;
}
