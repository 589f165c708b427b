/** Texts of the first steps in a new console. */
export const texts = {
  title: 'Getting started',
  intro: 'A client sees findings once these four steps are done.',
  steps: {
    company: { name: 'Add a company', why: 'The client whose brands are protected.' },
    brand: { name: 'Add its brand', why: 'With the platforms on which it is watched.' },
    user: { name: 'Add a user for the client', why: 'Clients see the findings of their company only.' },
    upload: { name: 'Upload the first findings', why: 'From a spreadsheet, or typed into the grid.' },
  },
  done: 'Done',
} as const
