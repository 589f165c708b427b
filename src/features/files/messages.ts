/** Every user-visible message of the file calls. */
export const noFiles = 'At least one file is required'
export const tooManyFiles = (max: number) =>
  max === 1 ? 'Only one file can be uploaded at once.' : `At most ${max} files can be uploaded at once.`
export const fileTooLarge = (name: string) => `${name} is larger than 10 MB.`
export const wrongFileType = (name: string, allowed: string) => `${name} is not allowed. Please upload ${allowed}.`
export const pdfProtected = (name: string) =>
  `${name} is protected by a password. Please upload a copy without a password.`
export const pictureIncomplete = (name: string) =>
  `${name} is incomplete. Please save the picture again and upload it once more.`
export const notMultipart = 'Files must be sent as multipart/form-data.'
export const picturesBusy = 'Too many pictures are being prepared. Please try again in a moment.'
export const linkExpired = 'This link is no longer valid.'
export const kindsOfImages = 'png, jpg, webp or gif pictures, or xlsx, xls, csv or txt lists'
/** */
export const notTxt = 'Please upload a valid .txt file.'
/** */
export const notPdf = 'Only PDF files are allowed.'
