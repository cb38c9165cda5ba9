import { stopSharedPostgres } from "./engines";

stopSharedPostgres();
