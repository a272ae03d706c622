//! Numbers from a device.

use burn::prelude::*;

use crate::device::DeviceError;

/// The numbers of a tensor, after its device has computed them.
///
/// # Errors
/// If the device does not respond.
pub(super) async fn read(tensor: Tensor<1>) -> Result<Vec<f32>, DeviceError> {
    let data = tensor.into_data_async().await.map_err(silent)?;
    // The loss of a GPU shows here.
    data.try_to_vec().map_err(silent)
}

/// The same for indices, where −1 is [`NONE`](crate::homology::NONE).
pub(super) async fn read_ints(tensor: Tensor<1, Int>) -> Result<Vec<u32>, DeviceError> {
    let data = tensor.into_data_async().await.map_err(silent)?;
    let numbers: Vec<i32> = data.try_to_vec().map_err(silent)?;
    Ok(bytemuck::cast_vec(numbers))
}

/// The error of a device that does not respond.
fn silent(error: impl std::fmt::Display) -> DeviceError {
    DeviceError(format!("the device does not answer: {error}"))
}
