export const texts = {
  take: 'Take a picture of the page',
  takeShort: 'Take a picture',
  takeMany: 'Take pictures of the pages',
  takeHint: 'A browser opens the page; the picture and the page itself are stored as evidence.',
  checkAgain: 'Check again',
  add: 'Choose a picture',
  file: 'Picture of the page',
  waiting: 'The picture is being taken. This can take a minute.',
  failed: (problem: string) => `No picture: ${problem}`,
} as const
