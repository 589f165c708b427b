import { counted } from '#vocabulary/numbers.ts'

export const messages = {
  pictureNotValid: 'Choose a picture: PNG, JPEG, WebP or GIF.',
  added: 'Picture added',
  hasPicture: 'This finding has a picture. Replace it in Edit Data.',
  nothingToTake: 'All of them have a picture, or no page to open.',
  noPage: 'This finding has no address that can be opened.',
  requested: (requested: number, skipped: number) =>
    `${counted(requested, 'picture')} will be taken${skipped > 0 ? `, ${counted(skipped, 'finding')} skipped` : ''}`,
  tooMany: (max: number) => `${counted(max, 'picture')} of yours have not been taken yet. Try again when they have.`,
  notTaken: 'It was not taken in time. Try again.',
}
