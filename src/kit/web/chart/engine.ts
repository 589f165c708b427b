import { BarChart, GaugeChart, PieChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { init, use as register } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'

// Only what our charts are made of; loaded with the first chart that is drawn.
register([BarChart, PieChart, GaugeChart, GridComponent, TooltipComponent, CanvasRenderer])

export { init }
