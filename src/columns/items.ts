/**
 * A thing a page describes, whatever the syntax was: its types without their vocabulary ('Product'), and every
 * property as a list.
 */
export type Item = {
  types: string[]
  /** The types as they are written, where attributes say them. */
  writtenTypes?: string[]
  id?: string
  properties: Record<string, ItemValue[]>
}
export type ItemValue = string | Item

/** The name of a type or property without its vocabulary. */
export const withoutVocabulary = (name: string): string => name.trim().replace(/^.*[/#:]/, '')
