// The database returns each result as one packed text, which the request thread passes on to the worker unparsed.
// The optional property exists only for the compiler: it keeps one packing from being taken for another.

/** Row indexes (0-based) joined by commas; '' for none. */
export type RowIndexes = string & { readonly packing?: 'row indexes' }
/** Identity keys (UUIDs) joined by commas; '' for none. */
export type IdentityKeys = string & { readonly packing?: 'identity keys' }
/** JSON list of items; '' for none. */
export type JsonList<Item> = string & { readonly packing?: 'JSON list'; readonly item?: Item }
