/** The written rule sets, in the order in which they are offered. */
export const RULESETS = ['official', 'print-and-play', 'manual', 'french-deck', 'online'] as const;
