export const texts = {
  complete: 'The documents of the notice are complete. An XARF report is attached.',
  seeFields: 'Not sent or saved: see the fields above.',
  required: 'Required before a notice can be sent',
  against: 'Why a notice cannot be sent',
  overrideReason: 'Reason for sending it anyway',
  reasonIsSaved: 'Saved with the enforcement record under your name.',
  filingSheet: 'Filing sheet',
  procedure: 'Proceeding',
  copySheet: 'Copy the whole sheet',
  copied: 'Copied',
  copy: 'Copy',
  sheetLoading: 'Loading the filing sheet',
  sheetHint:
    'For a proceeding about the domain name itself, where no desk acts on an email. Every answer comes from stored evidence; what is not known is left to you.',
  openSheet: 'Filing sheet for a domain name dispute',
} as const
