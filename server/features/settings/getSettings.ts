import type { Handler } from "../../context";
import { findSettings, toSettings } from "./queries";

export const getSettings: Handler<"getSettings"> = async (ctx) => toSettings(await findSettings(ctx.db, ctx.tenantId));
