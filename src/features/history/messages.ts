/** What a line of the data log says was done, by its type. */
const dataLogVerbs: Readonly<Record<string, string>> = {
  add: 'Added',
  update: 'Updated',
  delete: 'Deleted',
  export: 'Exported',
}

/** The verb of a type; unknown ones read as Added. */
export const dataLogVerb = (type: string): string => dataLogVerbs[type] ?? 'Added'

/** The columns of the data log as a file. */
export const dataLogHeads: readonly string[] = [
  'Sr.',
  'Date & Time',
  'Name',
  'Username',
  'Action',
  'Kind of record',
  'Records',
  'Company',
  'Subject',
  'Record id',
  'Fields changed',
]

/** The columns of the status log, on the screen and in the file. */
export const logHeads: readonly string[] = [
  'Sr.',
  'Company',
  'Brand',
  'Platform',
  'Module',
  'Username',
  'URL/Domain',
  'Date & Time',
  'From Status',
  'To Status',
]
