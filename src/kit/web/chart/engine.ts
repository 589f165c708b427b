import { BarChart, GaugeChart, PieChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { init, use as register } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'

// Only the parts our charts need; loaded with the first chart.
register([BarChart, PieChart, GaugeChart, GridComponent, TooltipComponent, CanvasRenderer])

export { init }
