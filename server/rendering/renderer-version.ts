/**
 * Goes up with every change to what pages look like. Pages that an older renderer has made are rendered again from their
 * documents, so that a fix reaches every live page.
 */
export const rendererVersion = 34;
