import { Alert } from '@mantine/core'
import { FileField } from './FilePick.tsx'
import type { SheetTask } from './use-sheet-task.ts'

type Props = Pick<SheetTask, 'isBusy' | 'problem'> & { choose: (file: File | null) => void }

/** File field of a dialog that reads a sheet, with the error message below. */
export function SheetFileInput({ isBusy, problem, choose }: Props) {
  return (
    <>
      <FileField
        label="Excel file"
        placeholder="Choose an .xlsx or .xls file"
        accept=".xlsx,.xls"
        data-autofocus
        disabled={isBusy}
        onChange={choose}
      />
      {problem ? (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      ) : null}
    </>
  )
}
