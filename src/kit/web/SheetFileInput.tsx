import { Alert, FileInput } from '@mantine/core'
import type { SheetTask } from './use-sheet-task.ts'

type Props = Pick<SheetTask, 'isBusy' | 'problem'> & { choose: (file: File | null) => void }

/** File field of a dialog that reads a sheet, with the error message below. */
export function SheetFileInput({ isBusy, problem, choose }: Props) {
  return (
    <>
      <FileInput
        label="Excel file"
        placeholder="Choose an .xlsx or .xls file"
        accept=".xlsx,.xls"
        data-autofocus
        clearable
        clearButtonProps={{ 'aria-label': 'Remove file' }}
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
