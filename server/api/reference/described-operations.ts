import { eventStream, type Operation, operations } from "../../../contract";

/** All that the reference describes: the operations, and the stream, which is called like one. */
export const describedOperations: readonly Operation[] = [...Object.values<Operation>(operations), eventStream];
