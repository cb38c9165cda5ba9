import { afterAll } from "bun:test";
import { stopSharedPostgres } from "./database/engines";
import { endAll } from "./endings";

stopSharedPostgres();
afterAll(endAll);
