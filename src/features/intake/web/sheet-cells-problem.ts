/** A workbook that gives no rows; the message is what the person reads. */
export class SheetUnreadable extends Error {}
