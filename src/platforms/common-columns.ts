import { column, common, required } from '#columns/column.ts'

/** The columns every platform has, stored in the table `findings`. Responses add imageUrl to `image`. */
export const commonColumns = {
  image: common(column('Image', 'image', { max: 2048 })),
  reportingDate: common(column('Reporting Date', 'day')),
  dateAdded: common(column('Date Added', 'day')),
  priority: common(column('Priority', 'priority')),
  status: common(required(column('Status', 'status'))),
  reason: common(column('Reason', 'text')),
  reasonCode: common(column('Reason Code', 'reasonCode')),
  clientComment: common(column('Client Comment', 'text', { max: 2000 })),
  brand: common(column('Brand', 'text', { max: 100 })),
  employeeCode: common(column('Employee Code', 'text', { max: 20 })),
}
