export const noFiles = 'Files is required'
export const tooManyFiles = 'At most 500 files can be uploaded at once.'
export const fileTooLarge = (name: string) => `${name} is larger than 10 MB.`
export const wrongFileType = (name: string, allowed: string) => `${name} is not allowed. Please upload ${allowed}.`
export const notMultipart = 'Files must be sent as multipart/form-data.'
export const linkExpired = 'This link is not valid any more.'
export const kindsOfImages = 'png, jpg, webp or gif pictures, or xlsx, xls or csv sheets'
export const kindsOfWhiteLists = 'a txt file'
export const kindsOfConfigurations = 'PDF files'
