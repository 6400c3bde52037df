/** Whether this is the page for a static host, which has no server behind it; the build says so. */
declare const __STATIC__: boolean;
