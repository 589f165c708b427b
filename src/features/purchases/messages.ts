/** S-276, letter for letter. */
export const saved = 'Data Saved Successfully !'
export const alreadyThere = 'A purchase was already saved for this record.'
/** S-168 */
export const onlyImages = 'Only image files are allowed.'
export const onlyPapers = 'Only PDF, PNG and JPEG files are allowed.'
export const tooManyImages = 'At most 20 images can be added.'
export const imagesRequired = 'Images is required'
export const notAPurchase = 'E id is not valid'
export const statusNotValid = 'Status is not valid'
