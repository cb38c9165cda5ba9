import { stopSharedPostgres } from "./database/engines";

stopSharedPostgres();
