/** S-276, exactly as the specification quotes it. */
export const saved = 'Data Saved Successfully !'
export const alreadySaved = 'A purchase was already saved for this record.'
/** S-168 */
export const onlyImages = 'Only image files are allowed.'
export const onlyDocuments = 'Only PDF, PNG and JPEG files are allowed.'
export const tooManyImages = 'At most 20 images can be added.'
export const imagesRequired = 'Image is required'
export const notAPurchase = 'Finding is not valid'
export const statusNotValid = 'Status is not valid'
